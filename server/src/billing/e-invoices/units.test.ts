import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unitCode } from './units.ts'

test('units of the languages of documents have their code', () => {
  const cases: Record<string, string[]> = {
    HUR: ['h', 'hour', 'Hours', 'Stunde', 'Std.', 'heures', 'horas', 'ore', 'uur', 'godz.', 'tim', '時間', 'ساعة', 'HUR'],
    DAY: ['day', 'Tage', 'jour', 'días', 'giorni', 'dagen', 'dni', '日', 'يوم'],
    H87: ['pcs', 'Stück', 'STK', 'pièces', 'szt.', 'stuks', 'st', '個', 'Stu\u0308ck'],
    MON: ['month', ' Monat ', 'mois', 'mês', 'maand', 'miesiąc', 'månad', '月'],
    KGM: ['kg', 'Kilogramm'],
    KMT: ['km', 'Kilometer'],
    MTK: ['m²', 'm2', 'qm', 'Quadratmeter', 'metri  quadrati'],
    LS: ['pauschal', 'forfait', 'lump sum'],
    C62: ['', 'Einheit', 'x', 'license', 'constructor', '__proto__', '🦊'],
  }
  for (const [code, units] of Object.entries(cases)) for (const unit of units) assert.equal(unitCode(unit), code, unit)
})
