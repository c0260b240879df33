import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { cacheRoot, installedVersion, repoRoot } from './paths.ts'
import { run } from './run.ts'

/**
 * better-sqlite3 for an Electron whose Node-API is 9: its prebuild asks for 10, so it is compiled from the package's
 * own sources with the few functions of 10 taken as experimental ones. The result also loads in Node 24 and Node 20.
 */
export async function provideSqliteForNodeApi9(): Promise<string> {
  const version = installedVersion('better-sqlite3')
  const addon = path.join(cacheRoot, `better-sqlite3-${version}-napi9-${process.platform}-${process.arch}.node`)
  if (existsSync(addon)) return addon

  console.log(`Compiling better-sqlite3 ${version} for the test Electron (once, a minute or two)…`)
  await mkdir(cacheRoot, { recursive: true })
  const work = await mkdtemp(path.join(cacheRoot, 'making-sqlite-'))
  const sources = path.join(repoRoot, 'node_modules/better-sqlite3')
  const headers = [
    path.join(repoRoot, 'node_modules/node-api-headers/include'),
    path.dirname(createRequire(path.join(sources, 'package.json')).resolve('node-addon-api')),
  ]
  const common = ['-O2', '-fPIC', '-DNDEBUG', `-I${path.join(sources, 'deps/sqlite3')}`, '-c']
  const declaration = path.join(work, 'post-finalizer.h')
  try {
    await writeFile(declaration, postFinalizer)
    await Promise.all([
      run('cc', [
        ...common,
        '-std=gnu99',
        '-w',
        ...sqliteDefines(sources),
        path.join(sources, 'deps/sqlite3/sqlite3.c'),
        '-o',
        path.join(work, 'sqlite3.o'),
      ]),
      run('c++', [
        ...common,
        '-std=c++20',
        '-w',
        '-fno-exceptions',
        '-fno-rtti',
        '-fvisibility=hidden',
        // NAPI_VERSION_EXPERIMENTAL: also what an older runtime accepts.
        '-DNAPI_VERSION=2147483647',
        '-include',
        declaration,
        '-DNAPI_DISABLE_CPP_EXCEPTIONS',
        '-DNODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS',
        '-DNODE_GYP_MODULE_NAME=better_sqlite3',
        '-DBUILDING_NODE_EXTENSION',
        ...headers.map((folder) => `-I${folder}`),
        path.join(sources, 'src/better_sqlite3.cpp'),
        '-o',
        path.join(work, 'better_sqlite3.o'),
      ]),
    ])
    await run('c++', [
      '-shared',
      '-Wl,-Bsymbolic',
      '-o',
      path.join(work, 'better_sqlite3.node'),
      path.join(work, 'better_sqlite3.o'),
      path.join(work, 'sqlite3.o'),
      '-ldl',
      '-lm',
      '-lpthread',
    ])
    await rename(path.join(work, 'better_sqlite3.node'), addon)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return addon
}

/** In every runtime since Node 20.10, but left out of the headers that are on npm. */
const postFinalizer = `#include <node_api.h>
#define NODE_API_EXPERIMENTAL_HAS_POST_FINALIZER
EXTERN_C_START
NAPI_EXTERN napi_status NAPI_CDECL node_api_post_finalizer(
    node_api_basic_env env, napi_finalize finalize_cb, void* finalize_data, void* finalize_hint);
EXTERN_C_END
`

/** The package's own compile-time options for SQLite, read from where its build reads them. */
function sqliteDefines(sources: string): string[] {
  const gyp = readFileSync(path.join(sources, 'deps/defines.gypi'), 'utf8')
  const defines = [...gyp.matchAll(/'([A-Z0-9_]+(?:=[^']*)?)'/g)].map((match) => `-D${match[1]}`)
  if (!defines.includes('-DSQLITE_ENABLE_FTS5')) throw new Error('better-sqlite3 moved its list of SQLite options')
  return defines
}
