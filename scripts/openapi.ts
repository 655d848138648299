// Writes openapi.json: `npm run openapi`. A test fails while it is not what this would write.
import { writeFileSync } from 'node:fs'
import { dashboardEndpoints, endpoints, eventCatalogue } from '../server/src/endpoints.ts'
import { generateOpenApi } from '../server/src/http/openapi.ts'
import { VERSION } from '../server/src/operate/version.ts'

/** The text of openapi.json. */
export function openApiText(): string {
  return `${JSON.stringify(generateOpenApi([...endpoints, ...dashboardEndpoints], VERSION, eventCatalogue.types), null, 2)}\n`
}

if (import.meta.main) writeFileSync(new URL('../openapi.json', import.meta.url), openApiText())
