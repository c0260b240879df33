import { existsSync, mkdirSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import type { WorkspacePolicy } from '#shared/agent.ts'
import { err, ok, type Result } from '#shared/result.ts'

/** Where Sessions work. Folders that we make live under `workspacesDir`; none may lie inside the data folder. */
export interface WorkspaceRules {
  /** The folder for a new Session; made if it is ours to make. */
  folderFor(policy: WorkspacePolicy, sessionId: string): Result<string, string>
  /** Whether a folder that a person named may be used. The error is one sentence. */
  check(path: string): Result<string, string>
  /** Whether a Session's folder is there now; makes it again if it is one of ours. */
  ready(path: string): boolean
}

export function createWorkspaceRules({
  dataDir,
  workspacesDir,
}: {
  dataDir: string
  workspacesDir: string
}): WorkspaceRules {
  const isInside = (path: string, dir: string): boolean => {
    const way = relative(resolve(dir), resolve(path))
    return way === '' || (!way.startsWith('..') && !isAbsolute(way))
  }
  const check = (path: string): Result<string, string> => {
    if (!isAbsolute(path)) return err('A workspace is named by its full path.')
    if (isInside(path, dataDir) || isInside(dataDir, path)) {
      return err('This folder holds the app’s own data. Choose another one for the workspace.')
    }
    if (!isDirectory(path)) return err('There is no folder at this path.')
    return ok(resolve(path))
  }
  return {
    check,
    folderFor(policy, sessionId) {
      if (policy.kind === 'fixed') return check(policy.path)
      const path = join(workspacesDir, sessionId)
      if (isInside(path, dataDir)) return err('Workspaces may not lie inside the data folder.')
      return ok(path)
    },
    ready(path) {
      if (isDirectory(path)) return true
      if (existsSync(path) || !isInside(path, workspacesDir)) return false
      mkdirSync(path, { recursive: true })
      return true
    },
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
