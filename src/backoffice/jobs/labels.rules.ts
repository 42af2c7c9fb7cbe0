/** Labels of the queues; one without a label is shown by its name. */
const names: Record<string, string> = {
  'account.export': 'Kopie van gegevens maken',
  'accounts.erase': 'Gesloten accounts wissen',
  'assortment.apply': 'Producten in één keer wijzigen',
  'assortment.check': 'Wijziging van producten nakijken',
  'assortment.sweep': 'Oude wijzigingen opruimen',
  'avatars.sweep': 'Oude profielfoto’s opruimen',
  'backups.watch': 'Back-up nakijken',
  'books.audit': 'Boekhouding nakijken',
  'catalog.forgetChanges': 'Catalogus bijhouden',
  credit: 'Creditnota’s maken',
  'downloads.clean': 'Oude downloads opruimen',
  'exports.sweep': 'Oude kopieën opruimen',
  'figures.days': 'Dagcijfers optellen',
  'figures.summary': 'Dagoverzicht maken',
  'gifts.sweep': 'Oude cadeaufoto’s opruimen',
  'holds.release': 'Vastgehouden voorraad vrijgeven',
  'idempotency.forget': 'Oude sleutels vergeten',
  invoice: 'Facturen maken',
  'invoices.forget': 'Oude facturen anonimiseren',
  'jobs.watch': 'Opgegeven taken melden',
  mail: 'Mails versturen',
  'minutes.charged-back': 'Sessies na een terugboeking beëindigen',
  'notifications.mail': 'Mail over meldingen',
  'orders.received': 'Ontvangst van bestellingen melden',
  'passkeys.forget': 'Oude passkey-vragen vergeten',
  'payments.look': 'Betalingen nakijken',
  'payments.reconcile': 'Open betalingen nakijken',
  'pictures.draw': 'Productfoto’s maken',
  'pictures.sweep': 'Oude productfoto’s opruimen',
  'promotions.release': 'Vastgehouden kortingen vrijgeven',
  push: 'Pushberichten versturen',
  refund: 'Terugbetalen',
  'sessions.forget': 'Oude inlogsessies vergeten',
  sms: 'Sms’en versturen',
  'support.clean': 'Oude gesprekken opruimen',
  'visits.days': 'Bezoeken optellen',
  'visits.end': 'Bezoeken afsluiten',
  'visits.forget': 'Oude bezoeken wissen',
}

export const queueName = (name: string): string => names[name] ?? name

/** `{ kind: 'ORDER' }` → `['kind: ORDER']` */
export const formatJobData = (data: Record<string, unknown>): string[] =>
  Object.entries(data).map(([name, value]) => `${name}: ${String(value)}`)
