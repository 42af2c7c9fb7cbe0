import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, minifySync, type Plugin } from 'vite'
import { externalPackages } from './bin/external-packages.js'
import { browserContracts } from './tools/browserContracts.ts'
import { programChunks } from './tools/programChunks.ts'
import { programBundle, serverIcons } from './tools/programBundle.ts'

const encodings = { br: promisify(brotliCompress), gz: promisify(gzip) }
const compressible = /\.(js|css|svg|txt)$/

/** Writes `.br` and `.gz` beside each text asset, so that serving one costs no compression. */
const precompress: Plugin = {
  name: 'precompress',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  // Not earlier: Vite still fills in its own parts of the code while the bundle is generated.
  async writeBundle({ dir = '.' }, bundle) {
    const texts = Object.values(bundle).filter(file => compressible.test(file.fileName))
    await Promise.all(
      texts.flatMap(file =>
        Object.entries(encodings).map(async ([extension, compress]) => {
          const source = file.type === 'chunk' ? file.code : file.source
          await writeFile(join(dir, `${file.fileName}.${extension}`), await compress(source))
        }),
      ),
    )
  },
}

/** Code that stands inline is in every page again, so it comes as short as it can be. */
export const minifyInline: Plugin = {
  name: 'minify-inline',
  async load(id) {
    if (!id.endsWith('.js?inline-code')) return null
    const file = id.replace(/\?.*$/, '')
    this.addWatchFile(file)
    return `export default ${JSON.stringify(minifySync(file, await readFile(file, 'utf8')).code)}`
  },
}

const framework =
  /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](query-core|react-query))[\\/]/

/**
 * The framework in one file, which a new version of the shop seldom changes, and what every page has in another: a phone pays for each
 * request. The entry stays apart: it waits for the page's chunk, which must not wait for the entry.
 */
const codeSplitting = {
  groups: [
    { name: 'framework', test: framework, priority: 3 },
    { name: 'shell', tags: ['$initial' as const], test: /^(?!.*[\\/]app[\\/]main\.tsx$)/, priority: 2 },
    // One by one they are smaller than a request.
    { name: 'icons', test: /lucide-react/, minShareCount: 6, priority: 1 },
  ],
}

/**
 * What Node runs. Bundled with nearly all of their packages, because finding and reading two thousand files was most of the time of a
 * start, and half of the memory after it.
 */
const programs = {
  server: 'src/app/server.ts',
  render: 'src/app/render.tsx',
  admin: 'src/app/commands/admin.ts',
  reconcile: 'src/app/commands/reconcile.ts',
  checkLive: 'src/app/commands/checkLive.ts',
  mediaMove: 'src/app/commands/mediaMove.ts',
  keysRotate: 'src/app/commands/keysRotate.ts',
  earningsVerify: 'src/app/commands/earningsVerify.ts',
  health: 'src/app/commands/healthCheck.ts',
  backup: 'src/app/commands/backup.ts',
  restore: 'src/app/commands/restore.ts',
}

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [browserContracts, programBundle, serverIcons, react(), tailwind(), minifyInline, precompress],
  // What the package names first is for Node.
  resolve: { alias: [{ find: /^buttplug$/, replacement: 'buttplug/dist/web/buttplug.mjs' }] },
  publicDir: isSsrBuild ? false : 'src/ui/public',
  // `light-dark()` must reach the browser as it is: a dark island inside a light page depends on it.
  build: {
    manifest: true,
    emptyOutDir: true,
    // The browser finds what a chunk imports by itself: the lists of it were a tenth of the first bundle.
    modulePreload: { polyfill: false, resolveDependencies: () => [] },
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    ...(isSsrBuild
      ? {
          rolldownOptions: {
            input: programs,
            output: {
              // Node reads them with the code that V8 made of them before (`src/platform/codeCache.ts`), which ES modules can't have.
              format: 'cjs' as const,
              dynamicImportInCjs: false,
              comments: false,
              codeSplitting: programChunks(programs),
            },
          },
        }
      : {
          rolldownOptions: {
            input: 'src/app/main.tsx',
            treeshake: {
              // They only define: what nothing uses of them is left out, and so is what they import.
              moduleSideEffects: [
                {
                  test: /[\\/]src[\\/](?!wire[\\/]endpoint).*(contract|rules|wire[\\/]\w+)\.ts/,
                  sideEffects: false,
                },
              ],
              manualPureFunctions: ['z', 'endpoint', 'mailTemplate'],
            },
            output: { codeSplitting },
          },
        }),
  },
  // React is the production one whatever NODE_ENV says: Vite leaves that to run time.
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  // Only development loads Vite.
  ssr: command === 'build' ? { noExternal: true, external: [...externalPackages, 'vite'] } : {},
}))
