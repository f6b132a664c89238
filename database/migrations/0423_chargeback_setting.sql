-- Days in which payments can be charged back: commissions wait as long.
insert into settings (key, value) values ('chargeback', '{"days": 0}');
