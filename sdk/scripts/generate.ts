// Writes src/api.ts, the types of the API, from openapi.json: the second half of `npm run openapi`. A test fails if the file is not up to
// date.
import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'

const HEADER = '// Made by `npm run openapi` from openapi.json: change the schemas of the server, not this file.\n\n'

/** The text of src/api.ts for the text of an openapi.json. */
export async function apiTypesText(document: string): Promise<string> {
  const types = await openapiTS(withoutUnused(JSON.parse(document)), {
    // A field with a default may be left out of a request; of an answer, the schemas say themselves that it is always there.
    defaultNonNullable: false,
  })
  return HEADER + astToString(types)
}

/**
 * The document without its refusals and examples: the client throws each refusal as a QuoinError, so no caller sees their types, and they
 * would be nine tenths of the file.
 */
function withoutUnused(document: OpenApi): OpenAPI3 {
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item))) {
    for (const [status, answer] of Object.entries(operation.responses)) {
      if (!status.startsWith('2')) delete operation.responses[status]
      for (const content of Object.values(answer.content ?? {})) delete content.example
    }
    for (const content of Object.values(operation.requestBody?.content ?? {})) delete content.example
  }
  delete document.components.responses
  return document as unknown as OpenAPI3
}

interface OpenApi {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { responses?: Record<string, never> }
}

interface Operation {
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>
}

if (import.meta.main) {
  const document = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')
  writeFileSync(new URL('../src/api.ts', import.meta.url), await apiTypesText(document))
}
