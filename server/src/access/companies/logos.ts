// The logos of companies: set and removed by their admins, and served to everyone who has the address.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../http/context.ts'
import { isHeld } from '../../http/etag.ts'
import { sha256 } from '../../kernel/crypto.ts'
import { notFound } from '../../kernel/errors.ts'
import type { CompanyId } from '../../kernel/ids.ts'
import type { Database, Tx, WriteTx } from '../../sql/database.ts'
import { checkPicture, EXTENSION_OF, type LogoType } from './logo.ts'
import {
  findLogoByContent,
  findLogoNameRow,
  findLogoOfCompany,
  keepLogoRow,
  lockCompany,
  removeLogoRow,
  saveCompany,
  saveLogoRow,
} from './repository.ts'
import { type Company, presentCompany } from './schema.ts'
import type { CompaniesTable } from './table.ts'

/** A picture is all that it may be, whatever a browser takes it for. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; sandbox"

/** Sets the logo of a company of the caller's organization, replacing the old one. Throws 400 for what is not a picture, or too large. */
export function setLogo(context: Context, id: string, image: string): Promise<Company> {
  const { bytes, media_type } = checkPicture('image', image)
  const hash = sha256(bytes)
  return changeLogo(context, id, (tx, company_id) => {
    saveLogoRow(tx, { company_id, sha256: hash, media_type, image })
    return pathOf(hash, media_type)
  })
}

/** Removes a company's logo, also one at an external address. */
export function removeLogo(context: Context, id: string): Promise<Company> {
  return changeLogo(context, id, (tx, company_id) => {
    removeLogoRow(tx, company_id)
    return null
  })
}

function changeLogo(
  context: Context,
  id: string,
  change: (tx: WriteTx, company_id: CompanyId) => CompaniesTable['logo_url'],
): Promise<Company> {
  return context.transaction(async (tx) => {
    const company = await lockCompany(tx, context.organization_id, id)
    if (!company) throw notFound()
    const after = { ...company, logo_url: change(tx, company.id) }
    saveCompany(tx, after)
    return presentCompany(after, context.addressOf)
  })
}

const pathOf = (hash: string, media_type: LogoType) => `/logos/${hash}.${EXTENSION_OF[media_type]}`

/** A company's logo as its documents name it: the path of its bytes here, wherever it was taken from. */
export async function logoOfDocuments(tx: Tx, company: CompaniesTable): Promise<string | null> {
  if (company.logo_url === null || company.logo_url.startsWith('/')) return company.logo_url
  const kept = await findLogoNameRow(tx, company.id)
  return kept ? pathOf(kept.sha256, kept.media_type as LogoType) : company.logo_url
}

/** Keeps the bytes of a logo that a document names from now on, whatever the company does to it. */
export function keepLogoOfDocument(tx: WriteTx, company_id: CompanyId, logo_url: string | null): void {
  const hash = hashIn(logo_url)
  if (hash !== undefined) keepLogoRow(tx, company_id, hash)
}

/** The picture that a document names: one that is kept here, or one in its address. Null for one that is elsewhere. */
export async function findPicture(
  tx: Tx,
  company_id: CompanyId,
  logo_url: string | null,
): Promise<{ media_type: LogoType; bytes: Buffer } | null> {
  const [, media_type, image] = /^data:(image\/(?:png|jpeg|webp));base64,([^,]+)$/.exec(logo_url ?? '') ?? []
  if (image !== undefined) return { media_type: media_type as LogoType, bytes: Buffer.from(image, 'base64') }
  const hash = hashIn(logo_url)
  const logo = hash === undefined ? undefined : await findLogoOfCompany(tx, company_id, hash)
  return logo ? { media_type: logo.media_type as LogoType, bytes: Buffer.from(logo.image, 'base64') } : null
}

/** The hash in the path of a logo that is kept here. */
const hashIn = (logo_url: string | null) => /^\/logos\/([0-9a-f]{64})\./.exec(logo_url ?? '')?.[1]

/** Serves logos at `/logos/<sha256>.<extension>`: the content of an address never changes, so clients may keep it forever. */
export function serveLogos(app: FastifyInstance, database: Database): void {
  app.get('/logos/:name', async (request: FastifyRequest, reply: FastifyReply) => {
    const { name } = request.params as { name: string }
    const [, hash, extension] = /^([0-9a-f]{64})\.(png|jpg|webp)$/.exec(name) ?? []
    const logo = hash === undefined ? undefined : await database.read((tx) => findLogoByContent(tx, hash))
    if (!logo || EXTENSION_OF[logo.media_type as LogoType] !== extension) throw notFound()
    const tag = `"${hash}"`
    reply
      .header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('ETag', tag)
    if (isHeld(request.headers, tag)) return reply.code(304).send()
    return reply.header('Content-Type', logo.media_type).send(Buffer.from(logo.image, 'base64'))
  })
}
