-- A customer's row changes with the first sale, usually long after its page has been filled. Without room on the page, the new version
-- goes to another one, and to all of the table's indexes, each a page of its own in the log. With room it stays, and no index is
-- written. What there is already stays packed until its page has room; `vacuum full customers` rewrites it.
alter table customers set (fillfactor = 85);
