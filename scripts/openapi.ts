// Writes openapi.json: `npm run openapi`. A test fails while it is not what this would write.
import { writeFileSync } from 'node:fs'
import { dashboardEndpoints, endpoints, eventCatalogue } from '../server/src/endpoints.ts'
import { generateOpenApi } from '../server/src/http/openapi.ts'
import { VERSION } from '../server/src/operate/version.ts'

const LINE_WIDTH = 140

/** The text of openapi.json. */
export function openApiText(): string {
  const document = generateOpenApi([...endpoints, ...dashboardEndpoints], VERSION, eventCatalogue.types)
  return `${jsonText(JSON.parse(JSON.stringify(document)))}\n`
}

/** JSON in which what fits on a line has one: half as long as with a line for each value, and a change is still seen where it is. */
function jsonText(value: unknown, indent = ''): string {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + line.length <= LINE_WIDTH) return line
  const inner = `${indent} `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const parts = Object.entries(value).map(([key, part]) => {
    const name = Array.isArray(value) ? '' : `${JSON.stringify(key)}: `
    return `${inner}${name}${jsonText(part, inner)}`
  })
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`
}

if (import.meta.main) writeFileSync(new URL('../openapi.json', import.meta.url), openApiText())
