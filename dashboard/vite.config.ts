import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const ROOT = fileURLToPath(new URL('.', import.meta.url))
const SERVICE = process.env['QUOIN_URL'] ?? 'http://127.0.0.1:4280'

export default defineConfig({
  root: ROOT,
  plugins: [react(), tailwindcss()],
  resolve: {
    // The original injects <style> elements, which the page's policy refuses.
    alias: { 'react-style-singleton': fileURLToPath(new URL('./src/ui/style-singleton.ts', import.meta.url)) },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    // The policy allows images as data, but neither fonts nor scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    // With `npx vite dashboard`, pages come from here and everything else from a running service.
    proxy: Object.fromEntries(['/dashboard', '/v1', '/docs', '/openapi.json'].map((path) => [path, SERVICE])),
  },
})
