// The commands that work on the database straight. Only they load the server's code: the others would wait for it.
import type { Command } from 'commander'
import { BadConfig } from '../../server/src/config.ts'
import { ApiError } from '../../server/src/kernel/errors.ts'
import { TransferFault } from '../../server/src/operate/transfer/lines.ts'
import { CannotOpen } from '../../server/src/sql/database.ts'
import { addAuditCommands } from './audit.ts'
import { addBackupCommand } from './backup.ts'
import { addBackupsCommands } from './backups.ts'
import { addCompanyCommands } from './companies.ts'
import { addDemoCommand } from './demo.ts'
import { addDoctorCommand } from './doctor.ts'
import { addFigureCommands } from './figures.ts'
import { addJobCommands } from './jobs.ts'
import { addKeyCommands } from './keys.ts'
import { addMailCommands } from './mail.ts'
import { addModuleCommands } from './modules.ts'
import { addSetupCommand } from './setup.ts'
import { addTransferCommands } from './transfer.ts'
import { addUpgradeCheckCommand } from './upgrade-check.ts'
import { addUserCommands } from './users.ts'

/** Adds them; returns the errors that mean wrong usage. */
export function addDatabaseCommands(program: Command) {
  addSetupCommand(program)
  addCompanyCommands(program)
  addKeyCommands(program)
  addUserCommands(program)
  addModuleCommands(program)
  addAuditCommands(program)
  addFigureCommands(program)
  addJobCommands(program)
  addMailCommands(program)
  addDemoCommand(program)
  addDoctorCommand(program)
  addBackupCommand(program)
  addBackupsCommands(program)
  addTransferCommands(program)
  addUpgradeCheckCommand(program)
  return [ApiError, BadConfig, CannotOpen, TransferFault]
}
