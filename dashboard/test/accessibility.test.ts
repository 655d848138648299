// Every page, with something on it: by the rules of accessibility, on a narrow screen, and by keyboard alone.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { NEEDS_CHROMIUM, type Pages, settled, startPages } from './support/browser.ts'
import { makeSamples } from './support/samples.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** A date takes four presses of Tab to leave, every other control one. */
const MOST_PRESSES_PER_CONTROL = 4

describe('every page', NEEDS_CHROMIUM, () => {
  let pages: Pages
  let page: Page
  let places: string[]

  before(async () => {
    pages = await startPages()
    page = pages.page
    await pages.welcome()
    places = await makeSamples(pages)
  })
  after(() => pages?.end())

  for (const [width, theme] of [
    [1280, 'light'],
    [360, 'dark'],
  ] as const) {
    test(`breaks no rule of accessibility and is not wider than the screen, ${theme} at ${width} pixels`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      const faults: string[] = []
      for (const path of places) {
        await pages.open(path)
        await settled(page)
        await page.evaluate(AXE)
        const found = await page.evaluate(async () => {
          const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(document, { resultTypes: ['violations'] })
          return violations.map((one) => `${one.id}: ${one.nodes[0]?.html}`)
        })
        if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) found.push('wider than the screen')
        faults.push(...found.map((one) => `${path} ${one}`))
      }
      assert.deepEqual(faults, [])
    })
  }

  test('is usable by Tab alone: each control is reached, shows that it has the focus, and lets it go', async () => {
    await page.setViewportSize({ width: 1280, height: 900 })
    const faults: string[] = []
    for (const path of places) {
      await pages.open(path)
      await settled(page)
      const { missed, unseen, is_trapped } = await walk(page)
      faults.push(...missed.map((one) => `${path} does not reach ${one}`))
      faults.push(...unseen.map((one) => `${path} does not show the focus of ${one}`))
      if (is_trapped) faults.push(`${path} does not let the focus go round`)
    }
    assert.deepEqual(faults, [])
  })

  test('is written without one complaint of the browser', () => {
    assert.deepEqual(pages.complaints, [])
  })
})

interface Axe {
  run(document: unknown, options: { resultTypes: string[] }): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}

/** Presses Tab from the beginning until it begins anew. What it came by is told by its HTML. */
async function walk(page: Page): Promise<{ missed: string[]; unseen: string[]; is_trapped: boolean }> {
  const count = await page.evaluate(() => {
    const scope = document.querySelector('dialog:modal') ?? document
    const controls = [...scope.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
    const reachable = controls.filter(
      (one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility({ visibilityProperty: true }),
    )
    Object.assign(globalThis, { controls: reachable })
    if (!document.querySelector('dialog:modal')) (document.activeElement as HTMLElement | null)?.blur()
    return reachable.length
  })
  const reached = new Set<number>()
  const unseen = new Set<string>()
  let first: number | undefined
  let last: number | undefined
  let is_trapped = true
  for (let press = 0; press < count * MOST_PRESSES_PER_CONTROL + 8 && is_trapped; press++) {
    await page.keyboard.press('Tab')
    const { at, is_seen, html } = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement
      const hasOutline = (style: CSSStyleDeclaration) =>
        style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0
      return {
        at: (globalThis as unknown as { controls: HTMLElement[] }).controls.indexOf(element),
        is_seen: hasOutline(getComputedStyle(element)) || hasOutline(getComputedStyle(element, '::after')),
        html: element.outerHTML.slice(0, 160),
      }
    })
    // Between the last control and the first the browser's own may come.
    if (at === -1) continue
    if (!is_seen) unseen.add(html)
    if (at === first && last !== first) is_trapped = false
    reached.add(at)
    first ??= at
    last = at
  }
  const missed = await page.evaluate(
    (found) =>
      (globalThis as unknown as { controls: HTMLElement[] }).controls
        .filter((_, index) => !found.includes(index))
        .map((one) => one.outerHTML.slice(0, 160)),
    [...reached],
  )
  return { missed, unseen: [...unseen], is_trapped }
}
