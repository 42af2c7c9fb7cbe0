import { useShop } from '../../ui/page/boot.ts'

/** How long invoices are kept, such as "7 jaar". */
export const RetentionPeriod = () => `${useShop().retentionYears} jaar`
