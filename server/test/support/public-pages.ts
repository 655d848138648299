// What tests of public pages need: PDFs that say what the document says, and requests as browsers make them.
import { companyToPrint } from '../../src/billing/documents/company.ts'
import { contentOf } from '../../src/billing/papers/content.ts'
import { ISSUED } from '../../src/billing/papers/kinds.ts'
import type { PdfOf } from '../../src/billing/public-pages/service.ts'
import { sha256 } from '../../src/kernel/crypto.ts'
import type { Database } from '../../src/sql/database.ts'
import type { TestApp } from './test-app.ts'

/** PDFs that are no PDFs, but other bytes whenever the document says something else. */
export const textsAsPdfs =
  (database: Database): PdfOf =>
  (company_id, kind, id) =>
    database.read(async (tx) => {
      const record = await ISSUED[kind].load(tx, company_id, id)
      const content = contentOf(ISSUED[kind], record, await companyToPrint(tx, company_id, record))
      const pdf = Buffer.from(`%PDF-1.7 ${JSON.stringify(content)}`)
      return { pdf, sha256: sha256(pdf), version: 1, filename: `${content.document.number}.pdf` }
    })

/** A browser of a phone. */
export const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const BROWSER = { 'user-agent': PHONE, accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

interface Visit {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT'
  headers?: Record<string, string>
  address?: string
  form?: Record<string, string> | string
}

/** A request without a key, as a browser outside sends it unless `headers` say otherwise. */
export function visit(app: TestApp, path: string, { method, headers, address, form }: Visit = {}) {
  const sent = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  return app.server.inject({
    method: method ?? (form === undefined ? 'GET' : 'POST'),
    url: path,
    remoteAddress: address ?? '203.0.113.7',
    headers: { ...BROWSER, ...sent, ...headers },
    ...(form === undefined ? {} : { payload: typeof form === 'string' ? form : new URLSearchParams(form).toString() }),
  })
}

/** The hash of the PDF that a page of a quote asks about; undefined where there is no form. */
export const documentOf = (page: string): string | undefined => /name="document" value="([0-9a-f]{64})"/.exec(page)?.[1]

/** The texts of a page, as a reader sees them: without tags, entities resolved. */
export function textOf(page: string): string {
  const body = page.slice(page.indexOf('<body>')).replace(/<[^>]*>/g, '\n')
  const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
  return body.replace(/&(lt|gt|quot|#39|amp);/g, (entity) => entities[entity]!)
}
