import { productJobs } from '../shop/products/admin/bulk/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { backInStockJobs } from '../shop/backInStock/jobs.ts'
import { cartReminderJobs } from '../shop/cartReminders/jobs.ts'
import { catalogJobs } from '../shop/products/catalog/jobs.ts'
import { downloadJobs } from '../shop/downloads/jobs.ts'
import { guestJobs } from '../shop/guests/jobs.ts'
import { orderJobs } from '../shop/orders/jobs.ts'
import { supportJobs } from '../shop/support/jobs.ts'
import { wishlistJobs } from '../shop/wishlist/jobs.ts'

/** The jobs of the shop: products, orders, and reminders. */
export async function shopJobs(platform: Platform): Promise<void> {
  await catalogJobs(platform)
  await productJobs(platform)
  await orderJobs(platform)
  await downloadJobs(platform)
  await supportJobs(platform)
  await wishlistJobs(platform)
  await backInStockJobs(platform)
  await cartReminderJobs(platform)
  await guestJobs(platform)
}
