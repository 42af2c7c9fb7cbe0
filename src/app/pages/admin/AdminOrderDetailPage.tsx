import { AdminMailList } from '../../../backoffice/mails/AdminMailList.tsx'
import { templateName } from '../../../backoffice/mails/labels.rules.ts'
import { AdminNotes } from '../../../backoffice/notes/AdminNotes.tsx'
import { AdminVatCorrection } from '../../../backoffice/vatCorrections/AdminVatCorrection.tsx'
import { AdminOrderPage, type AdminOrderParts } from '../../../shop/orders/admin/AdminOrderPage.tsx'

const parts: AdminOrderParts = {
  Mails: ({ order }) => <AdminMailList mails={order.mails} />,
  Notes: ({ order }) => <AdminNotes subject={{ orderId: order.id }} />,
  VatCorrection: AdminVatCorrection,
  mailName: templateName,
}

/** `/admin/orders/:orderId`, with the mails, notes and VAT corrections of the back office. */
export const AdminOrderDetailPage = () => <AdminOrderPage {...parts} />
