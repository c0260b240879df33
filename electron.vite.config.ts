import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

// `dependencies` in package.json are what ships as node_modules (native addons and what loads files beside itself);
// everything else is bundled.
export default defineConfig({
  main: {
    build: {
      // Electron 33, which the tests may have to run on, brings Node 20.18.
      target: 'node20.18',
      rolldownOptions: {
        input: {
          index: path('src/main/hosts/electron/main.ts'),
          web: path('src/main/hosts/web/main.ts'),
          relay: path('src/main/hosts/cli/main.ts'),
          'search-worker': path('src/main/sessions/search/search-worker.ts'),
          'check-worker': path('src/main/db/check-worker.ts'),
        },
        // ws asks for these two inside a try; they are not installed.
        external: ['bufferutil', 'utf-8-validate'],
        // The named crash points of the tests do not ship: a call whose result is unused is dropped.
        // tests/boundaries looks for the names in the built files.
        treeshake: { manualPureFunctions: ['faultPoint', 'deps.faultPoint'] },
        // Chunks lie beside the entries, so that `import.meta.dirname` is out/main in all of them.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      target: 'node20.18',
      // A sandboxed preload can require nothing but electron: all in one CommonJS file.
      externalizeDeps: false,
      rolldownOptions: {
        input: { index: path('src/preload/index.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: path('src/renderer'),
    plugins: [react(), tailwindcss()],
    build: {
      outDir: path('out/renderer'),
      emptyOutDir: true,
      minify: true,
      chunkSizeWarningLimit: 1500,
      target: 'es2022',
      // Tailwind 4's own floor.
      cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
      // The content security policy allows fonts and scripts from 'self' only, no data: URLs.
      assetsInlineLimit: 0,
      rolldownOptions: { input: path('src/renderer/index.html') },
    },
  },
})
