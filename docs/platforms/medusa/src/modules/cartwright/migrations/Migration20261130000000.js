const { Migration } = require("@medusajs/framework/mikro-orm/migrations");

const times = `"created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(),
  "deleted_at" timestamptz null`;

exports.Migration20261130000000 = class Migration20261130000000 extends Migration {
  async up() {
    this.addSql(`create table if not exists "cartwright_ticket" ("id" text not null, "cart_id" text not null,
      "currency_code" text not null, "expires_at" timestamptz not null, "visitor_id" text null, "lines" jsonb not null,
      ${times}, constraint "cartwright_ticket_pkey" primary key ("id"));`);
    this.addSql(`create index if not exists "cartwright_ticket_cart" on "cartwright_ticket" ("cart_id");`);
    this.addSql(`create table if not exists "cartwright_report" ("id" text not null, "kind" text not null,
      "of" text not null, ${times}, constraint "cartwright_report_pkey" primary key ("id"));`);
  }

  async down() {
    this.addSql(`drop table if exists "cartwright_ticket", "cartwright_report" cascade;`);
  }
};
