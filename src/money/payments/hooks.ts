/** Leaves for the page on which the customer pays. */
export function redirectToPayment(paymentUrl: string): void {
  // On the way back the browser may restore this page from its cache, with a cart and a balance from before the payment.
  window.addEventListener('pageshow', event => event.persisted && window.location.reload(), { once: true })
  window.location.assign(paymentUrl)
}
