#!/bin/sh
# Called once, on the first member. $1: how to connect as superuser.
set -eu
psql "$1" --set ON_ERROR_STOP=1 --set password="$GLOED_PASSWORD" <<'SQL'
create role gloed login password :'password';
create database gloed owner gloed;
SQL
