import { openTestDatabase } from '../../../tests/support/database.ts'
import { describeDueJobs } from '../../../tests/support/dueJobs.ts'

describeDueJobs('the embedded database', async () => openTestDatabase)
