// What a page with hostile texts must not do, as the browser tells of it.
import type { Pages } from './browser.ts'

/** What must not happen. */
export interface Watch {
  dialogs: string[]
  errors: string[]
  foreign: string[]
  policy: string[]
  popups: string[]
}
export const NOTHING: Watch = { dialogs: [], errors: [], foreign: [], policy: [], popups: [] }

/** Watches a page by the browser's own protocol: also what was refused before it left is told. */
export async function watch({ page, context, server }: Pick<Pages, 'page' | 'context' | 'server'>): Promise<Watch> {
  const seen: Watch = { dialogs: [], errors: [], foreign: [], policy: [], popups: [] }
  page.on('dialog', (dialog) => {
    seen.dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => seen.errors.push(String(error)))
  page.on('popup', (popup) => seen.popups.push(popup.url()))
  const client = await context.newCDPSession(page)
  client.on('Network.requestWillBeSent', ({ request }) => {
    const is_ours = request.url.startsWith(`${server.url}/`) || request.url.startsWith('data:image/')
    if (!is_ours) seen.foreign.push(request.url)
  })
  client.on('Audits.issueAdded', ({ issue }) => {
    const violation = issue.details.contentSecurityPolicyIssueDetails
    if (violation) seen.policy.push(`${violation.violatedDirective} ${violation.blockedURL ?? 'inline'}`)
  })
  await client.send('Network.enable')
  await client.send('Audits.enable')
  return seen
}
