# Run this with the variables of .svc/.env in the environment: set -a; . .svc/.env; set +a
post() {
  curl -sS --max-time 3 -w '\n' "$SVC_BASE_URL$1" -H "Authorization: Bearer $SVC_API_KEY" \
    -H 'Content-Type: application/json' -d "$2"
}

# A click, as the script tag in a page reports it; a server has the click id from the cookie `svc_click_id` of the request.
CLICK=$(post /track/click '{"affiliate_url":"https://shop.example/?aff=jane"}' | sed 's/.*"click_id":"\([^"]*\)".*/\1/')

N=$(date +%s)
post /api/v1/track/lead '{"customer_key":"user-'$N'","email":"ann@shop.example","click_id":"'$CLICK'"}'
post /api/v1/track/sale '{"transaction_id":"acme-'$N'","customer_key":"user-'$N'","click_id":"'$CLICK'","amount_cents":4900}'

# A renewal: one more sale, with the id of its own invoice.
post /api/v1/track/sale '{"transaction_id":"acme-'$N'-2","customer_key":"user-'$N'","amount_cents":4900}'

# A part of the first sale with an id of its own, then all that is left. `occurred_at`: it is reported later.
post /api/v1/track/refund '{"transaction_id":"acme-'$N'","amount_cents":900,"refund_id":"refund-'$N'"}'
post /api/v1/track/refund '{"transaction_id":"acme-'$N'","occurred_at":"'$(date -u +%Y-%m-%dT%H:%M:%SZ)'"}'
