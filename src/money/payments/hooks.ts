/** Leaves for the page on which the customer pays. */
export function redirectToPayment(paymentUrl: string): void {
  // Back from there the browser may show this page as it was left, with a cart and a balance from before the payment.
  window.addEventListener('pageshow', event => event.persisted && window.location.reload(), { once: true })
  window.location.assign(paymentUrl)
}
