-- What a program asks of people who apply, beside name and email address: [{id, kind, label, choices, is_required}], in order.
alter table programs add column application_questions jsonb not null default '[]';
-- What an applicant answered, with the questions as they were then: [{question, kind, answer}].
alter table partner_applications add column answers jsonb not null default '[]';
