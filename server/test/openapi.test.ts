// openapi.json: up to date, valid, true of the routes, and with valid examples.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import Fastify from 'fastify'
import { pino } from 'pino'
import { openApiText } from '../../scripts/openapi.ts'
import { createApp } from '../src/app.ts'
import { dashboardEndpoints, endpoints, eventCatalogue } from '../src/endpoints.ts'
import { openDatabase } from '../src/engines/open.ts'
import { serveDocs } from '../src/http/docs-page.ts'
import { answersOf } from '../src/http/openapi-answers.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { createVault } from '../src/kernel/vault.ts'
import { envelopeText } from '../src/record/events/schema.ts'
import type { EventsTable } from '../src/record/events/table.ts'
import { temporaryFolder } from './support/server-process.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document is looked into freely
type Json = any

const ROOT = join(import.meta.dirname, '../..')
const text = openApiText()
const document: Json = JSON.parse(text)

const ajv = new Ajv2020({ strict: false, allErrors: true })
;(addFormats as unknown as { default: (ajv: Ajv2020) => void }).default(ajv)
ajv.addSchema(document, 'openapi')

interface Operation {
  name: string
  path: string
  method: string
  operation: Json
}

const operations: Operation[] = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
  Object.entries<Json>(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, method, operation })),
)

/** Calls `visit` with every object of the document and its JSON pointer. */
function walk(value: Json, visit: (part: Json, pointer: string) => void, pointer = ''): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) visit(value, pointer)
  for (const [key, part] of Object.entries(value)) walk(part, visit, `${pointer}/${escaped(key)}`)
}

const escaped = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

/** The target of a pointer like `#/components/schemas/Invoice`; undefined if it has none. */
function resolve(ref: string): Json {
  const steps = ref.replace(/^#\//, '').split('/')
  return steps.reduce((part, step) => part?.[step.replaceAll('~1', '/').replaceAll('~0', '~')], document)
}

/** The parameters of an operation, those written out that are shared. */
const parametersOf = (operation: Json): Json[] => operation.parameters.map(resolved)

const resolved = (part: Json) => (part.$ref ? resolve(part.$ref) : part)

/** Fails if the value does not match the schema at `pointer`. */
function assertValid(pointer: string, value: unknown, name: string): void {
  const validate = ajv.getSchema(`openapi#${encodeURI(pointer)}`)
  assert.ok(validate, `there is no schema at ${pointer}`)
  assert.ok(validate(value), `${name}: ${ajv.errorsText(validate.errors)}`)
}

test('openapi.json is what `npm run openapi` would write', () => {
  const written = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')
  assert.ok(Buffer.byteLength(written) < 1_000_000, 'the repository has no file above 1 MB')
  assert.ok(written === text, 'openapi.json is stale: run `npm run openapi`')
})

describe('the document', () => {
  test('is OpenAPI 3.1 with its parts', () => {
    assert.equal(document.openapi, '3.1.0')
    assert.deepEqual(
      Object.keys(document).filter(
        (key) => !['openapi', 'info', 'servers', 'security', 'tags', 'paths', 'webhooks', 'components'].includes(key),
      ),
      [],
    )
    assert.ok(document.info.title && document.info.version && document.info.description)
    assert.deepEqual(document.security, [{ apiKey: [] }])
    assert.equal(document.components.securitySchemes.apiKey.scheme, 'bearer')
    for (const name of [...Object.keys(document.components.schemas), ...Object.keys(document.components.responses)]) {
      assert.match(name, /^[A-Za-z0-9._-]+$/)
    }
  })

  test('has no reference that leads nowhere, and no component that nothing refers to', () => {
    const used = new Set<string>()
    walk(document, (part, pointer) => {
      // A schema may have a property of that name.
      if (part.propertyName && part.mapping)
        for (const target of Object.values<string>(part.mapping)) assert.ok(resolve(target), target)
      // The content of an example is data.
      if (part.$ref === undefined || /\/(example|examples)(\/|$)/.test(pointer)) return
      assert.equal(typeof part.$ref, 'string', pointer)
      assert.ok(resolve(part.$ref), `${pointer} refers to ${part.$ref}, which is not there`)
      used.add(part.$ref)
    })
    for (const kind of ['schemas', 'responses', 'parameters']) {
      for (const name of Object.keys(document.components[kind])) {
        assert.ok(used.has(`#/components/${kind}/${name}`), `nothing refers to ${name}`)
      }
    }
  })

  test('has schemas that are JSON Schema 2020-12, whose own keywords begin with x-', () => {
    const plain = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true })
    ;(addFormats as unknown as { default: (ajv: Ajv2020) => void }).default(plain)
    plain.addVocabulary(['x-notBlank', 'x-decimals', 'x-maxBytes'])
    const schemas: [string, Json][] = Object.entries(document.components.schemas)
    for (const { name, operation } of operations) {
      for (const parameter of parametersOf(operation)) schemas.push([`${name} ${parameter.name}`, parameter.schema])
      for (const [status, answer] of Object.entries<Json>(operation.responses)) {
        const [content] = Object.values<Json>(resolved(answer).content ?? {})
        const schema = content?.schema
        if (schema) schemas.push([`${name} ${status}`, schema])
      }
    }
    for (const [name, schema] of schemas) {
      assert.ok(plain.validateSchema(schema), `${name}: ${plain.errorsText(plain.errors)}`)
      walk(schema, (part, pointer) => {
        if (/\/(example|examples|properties|enum|discriminator|mapping)$/.test(pointer)) return
        for (const keyword of Object.keys(part)) {
          const is_known =
            keyword.startsWith('x-') || keyword === '$ref' || plain.getKeyword(keyword) || ANNOTATIONS.includes(keyword)
          assert.ok(is_known, `${name}${pointer} has the keyword ${keyword}`)
        }
      })
    }
  })

  test('names each operation once, in one word, and says what it does', () => {
    const names = operations.map(({ operation }) => operation.operationId)
    assert.equal(new Set(names).size, names.length)
    const tags = document.tags.map((tag: Json) => tag.name)
    for (const { name, operation } of operations) {
      assert.match(operation.operationId, /^[a-z][a-zA-Z]+$/, name)
      assert.match(operation.summary, /^[A-Z].{2,60}[^.]$/, name)
      const is_open = operation.security?.length === 0
      const level = is_open ? /[a-z]{2}.*\.$/s : /[a-z]{2}.*\.\n\nPermission level: `(read|write|admin)`\.$/s
      assert.match(operation.description, level, name)
      assert.equal(operation.tags.length, 1)
      assert.ok(tags.includes(operation.tags[0]), name)
    }
  })

  test('declares exactly the parameters of each path, and each parameter once', () => {
    for (const { name, path, operation } of operations) {
      const in_path = parametersOf(operation).filter((parameter) => parameter.in === 'path')
      const declared = in_path.map((parameter: Json) => `{${parameter.name}}`)
      assert.deepEqual(declared, path.match(/\{[^}]+\}/g) ?? [], name)
      for (const parameter of in_path) assert.equal(parameter.required, true)
      const all = parametersOf(operation).map((parameter) => `${parameter.in} ${parameter.name}`)
      assert.equal(new Set(all).size, all.length, name)
      for (const parameter of parametersOf(operation)) {
        if (parameter.in !== 'path') assert.ok(parameter.description, `${name}: ${parameter.name} has no description`)
      }
    }
  })

  test('has a body where the method takes one, with an example that satisfies its schema', () => {
    for (const { name, path, method, operation } of operations) {
      assert.equal(operation.requestBody !== undefined, method === 'post' || method === 'patch', name)
      if (!operation.requestBody) continue
      const { content } = operation.requestBody
      // A file by itself has no example.
      if (!content['application/json']) {
        for (const [type, { schema }] of Object.entries<Json>(content))
          assert.deepEqual(schema, { type: 'string', format: 'binary' }, `${name} ${type}`)
        continue
      }
      const { example } = content['application/json']
      assert.ok(example, `${name} has no example`)
      const pointer = `/paths/${escaped(path)}/${method}/requestBody/content/application~1json/schema`
      assertValid(pointer, example, name)
    }
  })

  test('has answers with examples that satisfy their schemas', () => {
    let checked = 0
    for (const { name, path, method, operation } of operations) {
      for (const [status, answer] of Object.entries<Json>(operation.responses)) {
        assert.ok(resolved(answer).description, `${name} ${status} has no description`)
        if (status === '304') continue
        const [[content_type, { example }]] = Object.entries<Json>(resolved(answer).content) as [[string, Json]]
        assert.ok(example, `${name} ${status} has no example`)
        const base = answer.$ref ? answer.$ref.slice(1) : `/paths/${escaped(path)}/${method}/responses/${status}`
        assertValid(`${base}/content/${escaped(content_type)}/schema`, example, `${name} ${status}`)
        checked++
      }
    }
    assert.ok(checked > 300)
  })

  test('has no example of a refusal whose words the service does not say', () => {
    const said = globSync('server/src/**/*.ts', { cwd: ROOT })
      .filter((file) => !/\.test\.ts$|openapi-answers\.ts$/.test(file))
      .map((file) => readFileSync(join(ROOT, file), 'utf8'))
      .join('\n')
    const codes = new Set<string>()
    for (const endpoint of [...endpoints, ...dashboardEndpoints]) {
      for (const [status, { example }] of Object.entries(answersOf(endpoint))) {
        const { error, code } = (example ?? {}) as { error?: string; code?: string }
        // The sentence for 400 comes from the endpoint's own reader.
        if (error === undefined || status === '400') continue
        // Inserted values are numbers, names or ids: the longest stretch between them must be in the code.
        const stretch = error
          // The types of files are inserted, too.
          .split(/ application\/.*| \S*\d\S*|This (?:invoice|quote) |ines@example\.com|acme|expired|paid|total|notes.*/)
          .sort((a, b) => b.length - a.length)[0]!
        assert.ok(said.includes(stretch.trim()), `${endpoint.operation_id} ${status}: nothing says ${JSON.stringify(error)}`)
        if (code) codes.add(code)
      }
    }
    assert.ok(codes.size > 20)
  })

  test('names a list of values once: no two operations write the same one out', () => {
    const written = new Map<string, string>()
    walk({ paths: document.paths, schemas: document.components.schemas }, (part, pointer) => {
      if (!Array.isArray(part.enum) || part.enum.length < 2 || /\/(code|error|type|sort)(\/|$)|\/examples?\//.test(pointer))
        return
      const text = JSON.stringify(part.enum)
      assert.ok(!written.has(text), `${pointer} and ${written.get(text)} have the same list: give it a title`)
      written.set(text, pointer)
    })
    assert.ok(written.has(JSON.stringify(document.components.schemas.InvoiceStatus.enum)))
  })

  test('declares each refusal that can come', () => {
    for (const { name, path, method, operation } of operations) {
      const is_write = method === 'post' || method === 'patch'
      const success = Object.keys(operation.responses).filter((status) => status.startsWith('2'))
      assert.equal(success.length, 1, name)
      const has_key = operation.security === undefined
      const takes_file = operation.requestBody && !operation.requestBody.content['application/json']
      const is_open = operation.security?.length === 0
      const expected = [
        ...['400', '500', '503'],
        ...(is_open ? [] : ['401', '403', '429']),
        ...(path.includes('{') ? ['404'] : []),
        ...(is_write ? ['413', '415'] : []),
        ...(is_write && has_key && !takes_file ? ['409', '422'] : []),
        ...(has_key && (method === 'patch' || method === 'delete') ? ['412'] : []),
      ]
      for (const status of expected) assert.ok(operation.responses[status], `${name} does not declare ${status}`)
    }
  })

  test('closes every object of an answer, but for what clients fill freely', () => {
    const open: string[] = []
    for (const endpoint of [...endpoints, ...dashboardEndpoints]) {
      walk(JSON.parse(JSON.stringify(endpoint.data)), (part, pointer) => {
        if (part.type !== 'object' || !('properties' in part || 'additionalProperties' in part)) return
        if (part.additionalProperties !== false) open.push(pointer.split('/').at(-1)!)
      })
    }
    assert.deepEqual([...new Set(open)].sort(), ['data', 'example', 'metadata'])
  })
})

/** Keywords that validate nothing, and are no part of Ajv's own list; `discriminator` is OpenAPI's. */
const ANNOTATIONS = ['discriminator', 'title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly']

test('the routes under /v1 and /dashboard/api are the operations of the document, no more and no fewer', async () => {
  const folder = temporaryFolder()
  const { database } = await openDatabase({ data_dir: folder.path }, (error) => {
    throw error
  })
  const vault = createVault(Buffer.alloc(32, 7))
  const sender = { send: () => Promise.reject(new Error('This test sends no webhooks')), close: async () => {} }
  const webhooks = { vault, sender, allow_private_webhooks: false }
  const none = () => Promise.reject(new Error('Nothing is asked for'))
  const { server } = createApp({
    ...webhooks,
    press: { print: none },
    fetchLogo: none,
    database,
    clock: systemClock,
    log: pino({ level: 'silent' }),
  })
  await server.ready()
  const routes = routesOf(server.printRoutes({ commonPrefix: false })).filter((route) =>
    / (\/v1|\/dashboard\/api)(\/|$)/.test(route),
  )
  await server.close()
  await database.close()
  folder.remove()
  const documented = operations.flatMap(({ method, path }) => {
    const route = path.replace(/\{([^}]+)\}/g, ':$1')
    return method === 'get' ? [`GET ${route}`, `HEAD ${route}`] : [`${method.toUpperCase()} ${route}`]
  })
  // Every endpoint of /v1 but the streams is there for sessions as well, and is in the document once.
  const is_stream = (route: string) => endpoints.some((one) => one.is_stream && route.endsWith(` ${one.path}`))
  const for_sessions = documented.filter((route) => route.includes(' /v1/') && !is_stream(route))
  const mounted = for_sessions.map((route) => route.replace(' /v1/', ' /dashboard/api/v1/'))
  assert.deepEqual(routes.sort(), [...documented, ...mounted].sort())
})

/** `METHOD /path` of each route in the tree that Fastify prints. */
function routesOf(tree: string): string[] {
  const routes: string[] = []
  const above: string[] = []
  for (const line of tree.split('\n')) {
    const [, indent, part, methods] = /^([│ ]*)[├└]── (\S+)(?: \(([^)]+)\))?$/.exec(line) ?? []
    if (part === undefined) continue
    above.length = indent!.length / 4
    above.push(part)
    for (const method of methods?.split(', ') ?? []) routes.push(`${method} ${above.join('')}`)
  }
  return routes
}

test('/openapi.json is sent compressed to clients that read gzip, and as it is to others', async () => {
  const app = Fastify()
  serveDocs(app, () => document)
  const ask = async (accepted?: string) => {
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
    const { headers: sent, rawPayload } = await app.inject({ url: '/openapi.json', headers })
    assert.equal(sent['vary'], 'Accept-Encoding')
    const body = sent['content-encoding'] === 'gzip' ? gunzipSync(rawPayload) : rawPayload
    assert.deepEqual(JSON.parse(body.toString()), document)
    return { encoding: sent['content-encoding'], bytes: rawPayload.length }
  }
  for (const accepted of ['gzip', 'br, gzip;q=0.5', 'deflate, GZIP;q=1.0']) assert.equal((await ask(accepted)).encoding, 'gzip')
  for (const accepted of [undefined, 'identity', 'gzip;q=0', 'br, gzip; q=0.0', 'x-gzipped'] as const) {
    assert.equal((await ask(accepted)).encoding, undefined, String(accepted))
  }
  assert.ok((await ask('gzip')).bytes * 5 < (await ask()).bytes)
  await app.close()
})

describe('event types', () => {
  test('the type of a stored event tells the shape of its data', () => {
    const event = {
      id: 'evt_1',
      type: 'invoice.paid',
      created_at: '2026-02-01T08:00:00.000Z',
      resource_type: 'invoice',
      resource_id: 'inv_1',
      company_id: 'com_1',
      data: eventCatalogue.find('invoice.paid')!.example,
      test: false,
    }
    const validate = ajv.getSchema('openapi#/components/schemas/Event')!
    assert.ok(validate(event), ajv.errorsText(validate.errors))
    assert.ok(!validate({ ...event, type: 'customer.created' }))
    assert.ok(!validate({ ...event, data: eventCatalogue.find('customer.created')!.example }))
    const of_test = { ...event, resource_type: 'cli_test', data: { ...event.data, test: true }, test: true }
    assert.ok(validate(of_test), ajv.errorsText(validate.errors))
    assert.ok(!validate({ ...of_test, test: false }))
  })

  test('each has a webhook with the body that arrives, and there is no other', () => {
    assert.deepEqual(
      Object.keys(document.webhooks),
      eventCatalogue.types.map(({ type }) => type),
    )
    for (const { type, example } of eventCatalogue.types) {
      const row = { id: 'evt_1', type, created_at: '2026-02-01T08:00:00.000Z', data: JSON.stringify(example), is_test: 0 }
      const body = JSON.parse(envelopeText(row as unknown as EventsTable))
      const pointer = `/webhooks/${type}/post/requestBody/content/application~1json/schema`
      assertValid(pointer, body, type)
      assert.ok(!ajv.getSchema(`openapi#${pointer}`)!({ ...body, event: 'other' }))
    }
  })

  for (const { type, resource_type, example, label, description } of eventCatalogue.types) {
    test(`${type} has an example that is a whole ${resource_type} as its endpoint shows it`, () => {
      const title = resource_type.replace(/(^|_)([a-z])/g, (_, _start, letter: string) => letter.toUpperCase())
      assert.ok(document.components.schemas[title], `no endpoint shows a ${title}`)
      assertValid(`/components/schemas/${title}`, example, type)
      assert.ok(label && description)
    })
  }
})
