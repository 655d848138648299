// The page of jobs: what runs by itself is seen there by the owner of the first organization, and can be run at once.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { NEEDS_CHROMIUM, type Pages, startPages } from './support/browser.ts'

describe('the page of jobs', NEEDS_CHROMIUM, () => {
  let pages: Pages

  before(async () => {
    pages = await startPages()
    await pages.welcome()
  })
  after(() => pages?.end())

  test('shows none of a new company, those of the installation by a filter, and runs one now', async () => {
    const { page } = pages
    await pages.open('/developers/jobs')
    await page.getByRole('heading', { name: 'No jobs' }).waitFor()
    await pages.open('/developers/jobs?view=installation')
    await page.getByRole('button', { name: /invoices\.overdue/ }).click()
    const dialog = page.getByRole('dialog', { name: 'invoices.overdue' })
    await dialog.getByRole('button', { name: 'Run now' }).click()
    await page.getByText('The job is due now').waitFor()
    assert.match((await dialog.getByLabel('the job id', { exact: true }).textContent()) ?? '', /^job_/)
  })
})
