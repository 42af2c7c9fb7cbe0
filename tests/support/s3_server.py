"""OpenStack Swift with its S3 API, all in one process, as `s3Server.ts` starts it: prints its port, and ends with its input.

Arguments: an empty folder, the key's id as `account:user`, the secret. Everything is one replica on one "disk".
"""
import eventlet

eventlet.patcher.monkey_patch()
import eventlet.wsgi
import logging
import os
import sys

from swift.common import constraints, utils

folder, key_id, secret = sys.argv[1:]
utils.SWIFT_CONF_FILE = constraints.SWIFT_CONF_FILE = folder + '/swift.conf'
with open(utils.SWIFT_CONF_FILE, 'w') as file:
    file.write('[swift-hash]\nswift_hash_path_suffix = test\n')
utils.validate_hash_conf()
constraints.reload_constraints()

from swift.account.server import AccountController
from swift.common.ring import RingBuilder
from swift.common.wsgi import loadapp
from swift.container.server import ContainerController
from swift.obj.server import ObjectController

PROXY = '''
[DEFAULT]
swift_dir = {folder}
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth slo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_{user} = {secret} .admin
[filter:slo]
use = egg:swift#slo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
'''


class Cache:
    """In place of memcached."""

    def __init__(self):
        self.values = {}

    def get(self, key, **_):
        return self.values.get(key)

    def set(self, key, value, **_):
        self.values[key] = value

    def delete(self, key, **_):
        self.values.pop(key, None)


def with_cache(application):
    cache = Cache()

    def call(env, start_response):
        env['swift.cache'] = cache
        return application(env, start_response)

    return call


def make_ring(name, port):
    builder = RingBuilder(1, 1, 1)
    place = {'ip': '127.0.0.1', 'port': port, 'replication_ip': '127.0.0.1', 'replication_port': port}
    builder.add_dev(dict(place, region=1, zone=1, device='disk', weight=1))
    builder.rebalance()
    builder.get_ring().save('%s/%s.ring.gz' % (folder, name))


os.makedirs(folder + '/devices/disk')
parts = {'account': AccountController, 'container': ContainerController, 'object': ObjectController}
conf = {'swift_dir': folder, 'devices': folder + '/devices', 'mount_check': 'false'}
log = logging.getLogger('requests')
log.addHandler(logging.NullHandler())


def serve(application_of):
    listener = eventlet.listen(('127.0.0.1', 0))
    port = listener.getsockname()[1]
    eventlet.spawn(eventlet.wsgi.server, listener, application_of(port), log, log_output=False)
    return port


def open_part(name):
    def make(port):
        make_ring(name, port)
        return parts[name](conf)

    serve(make)


for name in parts:
    open_part(name)
with open(folder + '/proxy.conf', 'w') as file:
    file.write(PROXY.format(folder=folder, user=key_id.replace(':', '_'), secret=secret))
print(serve(lambda _: with_cache(loadapp(folder + '/proxy.conf', global_conf={}))), flush=True)
eventlet.tpool.execute(sys.stdin.read)
