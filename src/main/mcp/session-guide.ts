import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A model reads the guide in every Turn, so that it must stay short; UTF-8 bytes. */
export const MAX_GUIDE_BYTES = 12 * 1024

/**
 * The guide that agents get as the MCP server's instructions: the skill's text without its front matter, with plain line
 * ends. Throws where the resource is missing: a package without it is broken.
 */
export function readSessionGuide(resourcesDir: string): string {
  const text = readFileSync(join(resourcesDir, 'skills', 'session-collaboration', 'SKILL.md'), 'utf8')
  return text
    .replaceAll('\r\n', '\n')
    .replace(/^---\n.*?\n---\n/s, '')
    .trim()
}
