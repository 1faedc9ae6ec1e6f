"""The addresses that networks gave this machine. The machine knows them by itself: nobody is asked."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable

import ifaddr

EVERYWHERE = ("", "0.0.0.0", "::")  # as a host: at every address that this machine has

# Interfaces of containers, virtual machines and private networks over others: no phone in the room is there.
_MADE_UP = re.compile(
    r"^(docker|veth|virbr|br-|bridge|vbox|vmnet|podman|cni|lx[cd]|u?tun|tap|wg|zt|tailscale)"
    r"|virtual|vmware|hyper-v|vethernet|wsl",
    re.IGNORECASE,
)

_HOMES = [ipaddress.IPv4Network(each) for each in ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")]


def addresses() -> list[str]:
    """Where others may reach this machine by IPv4, the likeliest first. Every local network has that."""
    found = ((str(each.ip), card.nice_name) for card in ifaddr.get_adapters() for each in card.ips if each.is_IPv4)
    return in_order(found)


def in_order(found: Iterable[tuple[str, str]]) -> list[str]:
    """Addresses with the names of their interfaces: private ones of real interfaces come before all others."""
    ranked = []
    for text, interface in found:
        address = ipaddress.IPv4Address(text)
        if address.is_loopback or address.is_unspecified:
            continue
        at_home = any(address in network for network in _HOMES)
        unlikely = (address.is_link_local, bool(_MADE_UP.search(interface)), not at_home)
        ranked.append((unlikely, text))
    return list(dict.fromkeys(text for _, text in sorted(ranked, key=lambda each: each[0])))


def is_loopback(host: str) -> bool:
    """Whether an address or a name stands for this machine alone."""
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host == "localhost"
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return (mapped or found).is_loopback


def base_of(host: str, port: int, below: str = "") -> str:
    """The address of an app, with the path that it lies below. Links go on from there."""
    return f"http://{netloc(host, port)}{below}/"


def netloc(host: str, port: int) -> str:
    """An address and a port as browsers write them."""
    name = f"[{host}]" if ":" in host else host
    return name if port == 80 else f"{name}:{port}"
