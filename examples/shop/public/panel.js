// Only for the panel; a shop of your own needs none of this. The tracker sends the click by itself, and `init` resolves
// when that is over.
await window.svc?.init({});
const { clickId, affiliateUrl } = window.svc?.getData() ?? { clickId: null, affiliateUrl: location.href };

if (clickId !== null || affiliateUrl !== null) {
  const response = await fetch('/visit', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clickId, affiliateUrl }),
  });
  document.querySelector('#entries').innerHTML = await response.text();
}
