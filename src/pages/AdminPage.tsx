import { AdminChores } from '../figures/AdminChores.tsx'
import { AdminStats } from '../figures/AdminStats.tsx'
import { AdminTrend } from '../figures/AdminTrend.tsx'
import { AdminHead } from '../web/ui/AdminHead.tsx'

/** `/admin`: how the shop stands. */
export const AdminPage = () => (
  <>
    <AdminHead title="Overzicht" />
    <div className="grid gap-6">
      <AdminStats />
      <AdminChores />
      <AdminTrend />
    </div>
  </>
)
