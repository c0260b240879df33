import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

export default defineConfig({
  root,
  test: {
    // Real SQLite files and child processes: a fork each, so that a native crash names its file.
    pool: 'forks',
    // Many tests wait for processes they started, so every core gets a worker.
    maxWorkers: '100%',
    testTimeout: 20_000,
    hookTimeout: 20_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'src/**/*.test.ts',
            'src/**/*.test.tsx',
            'build/**/*.test.ts',
            'tests/{boundaries,migrations,integration,crash,models,support}/**/*.test.ts',
            'tests/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/*.browser.test.tsx'],
        },
      },
    ],
  },
})
