-- Links that partners make themselves are limited to a number a day.
alter table links add column made_by_partner boolean not null default false;
