-- Refund keys are the callers': the refund that came with an imported sale has none, so that theirs may be anything.
update refunds r set refund_key = null from imported_sales i where i.sale_id = r.sale_id and r.refund_key = 'import';
