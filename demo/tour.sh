echo '1. The service, an API key, the program of that key, and a file for the cookie of step 5'
SVC=http://localhost:4600 KEY=svc_test_tidydesk PROGRAM=1 JAR=$(mktemp)

echo '2. Click: a visitor follows a link of Maria, and the page receives a click id'
CLICK=$(curl -sS "$SVC/track/click" -H 'Origin: https://tidydesk.test' \
  -H 'Content-Type: application/json' -d '{"affiliate_url":"https://tidydesk.test/?aff=maria"}' \
  | sed 's/.*"click_id":"\([^"]*\)".*/\1/'); N=${CLICK##*_}; echo "$CLICK"

echo '3. Lead: the visitor signs up and becomes a customer credited to Maria'
curl -sS -w '\n' "$SVC/api/v1/track/lead" -H "Authorization: Bearer $KEY" \
  -H 'Content-Type: application/json' -d "{\"click_id\":\"$CLICK\",\"customer_key\":\"user-$N\"}"

echo '4. Sale: the customer pays 49 dollars, and Maria earns a commission'
SALE=$(curl -sS "$SVC/api/v1/track/sale" -H "Authorization: Bearer $KEY" \
  -H 'Content-Type: application/json' \
  -d "{\"transaction_id\":\"order-$N\",\"customer_key\":\"user-$N\",\"amount_cents\":4900}")
ID=$(echo "$SALE" | sed 's/.*"commission":{"id":\([0-9]*\).*/\1/'); echo "$SALE"

echo '5. Sign in: the management API takes a session, not the API key'
curl -sS -o /dev/null -w 'signed in: %{http_code}\n' -c "$JAR" "$SVC/api/auth/sign-in/email" \
  -H 'Content-Type: application/json' -d '{"email":"owner@demo.test","password":"demo-password"}'

echo '6. Commissions: the newest one belongs to this sale'
curl -sS -w '\n' -b "$JAR" "$SVC/api/programs/$PROGRAM/commissions?limit=1"

echo '7. Explain: why Maria earns this commission, in sentences'
curl -sS -b "$JAR" "$SVC/api/programs/$PROGRAM/commissions/$ID/explain" \
  | grep -oE '"([^"\\]|\\.)*\."' | tr -d '\\"'

echo '8. Refund: half of the sale is refunded'
curl -sS -w '\n' "$SVC/api/v1/track/refund" -H "Authorization: Bearer $KEY" \
  -H 'Content-Type: application/json' -d "{\"transaction_id\":\"order-$N\",\"amount_cents\":2450}"

echo '9. Explain again: half of the commission was reversed'
curl -sS -b "$JAR" "$SVC/api/programs/$PROGRAM/commissions/$ID/explain" \
  | grep -oE '"([^"\\]|\\.)*\."' | tr -d '\\"' | tail -n 2

echo '10. Card: the customer pays through a local stand-in for Stripe, where no money moves'
CARDS=http://localhost:4602 CARDKEY=sk_test_acct_fernwehstudio
CHECKOUT=$(curl -sS "$CARDS/v1/checkout/sessions" -H "Authorization: Bearer $CARDKEY" \
  -d 'mode=payment' -d 'line_items[0][quantity]=1' -d 'line_items[0][price_data][currency]=usd' \
  -d 'line_items[0][price_data][unit_amount]=4900' -d "metadata[program_id]=$PROGRAM" \
  -d "metadata[svc_customer_key]=user-$N" -d "metadata[svc_click_id]=$CLICK" \
  | sed 's/.*"id":"\([^"]*\)".*/\1/')
curl -sS -o /dev/null -w 'paid: %{http_code}\n' -X POST "$CARDS/pay/$CHECKOUT"
PAYMENT=$(curl -sS "$CARDS/v1/checkout/sessions/$CHECKOUT" \
  | sed 's/.*"payment_intent":"\([^"]*\)".*/\1/')

echo '11. Webhook: the stand-in reports the payment, and the commission is recorded'
until curl -sS -b "$JAR" "$SVC/api/programs/$PROGRAM/sales?transaction_id=$PAYMENT" \
  | grep -o '"transaction_id":"pi_[^"]*"'; do sleep 1; done
curl -sS -w '\n' -b "$JAR" "$SVC/api/programs/$PROGRAM/commissions?limit=1"

echo '12. Card refund: the stand-in reports it, and the commission is reversed'
curl -sS -o /dev/null -w 'refunded: %{http_code}\n' "$CARDS/v1/refunds" \
  -H "Authorization: Bearer $CARDKEY" -d "payment_intent=$PAYMENT"
until curl -sS -b "$JAR" "$SVC/api/programs/$PROGRAM/sales?transaction_id=$PAYMENT" \
  | grep -o '"refunded_amount_cents":4900'; do sleep 1; done
curl -sS -w '\n' -b "$JAR" "$SVC/api/programs/$PROGRAM/commissions?limit=1"

echo '13. Status: what is connected, and what to do next'
curl -sS -w '\n' "$SVC/api/v1/cli/status" -H "Authorization: Bearer $KEY"
