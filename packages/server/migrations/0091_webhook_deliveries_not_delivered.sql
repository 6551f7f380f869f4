-- The deliveries of a webhook that wait or failed are few among many, and looked at again and again.
create index webhook_deliveries_not_delivered on webhook_deliveries (webhook_id, id) where status <> 'delivered';
