//! Finds what the server needs, and starts it.

use super::args::Serve;
use super::hosts::Hosts;
use super::page::Page;
use super::web::{Site, router};
use crate::files::{self, Opened};
use crate::outcome::Outcome;
use axum::serve::ListenerExt;
use serde_json::json;
use std::fs;
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr, UdpSocket};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::net::TcpListener;

const PORT: u16 = 5173;

/// Ports that are tried if the first is taken.
const PORTS: u16 = 100;

pub fn start(args: &Serve) -> Outcome {
    let game = args.game.as_deref().map(request).transpose()?;
    let folder = page(args)?;
    let page = Page::of(&folder).map_err(|it| format!("{}: {it}", folder.display()))?;
    let hosts = Hosts::start(&data(args)?, args.rooms)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|it| it.to_string())?;
    runtime.block_on(serve(args, Arc::new(Site::new(hosts, page)), game))
}

async fn serve(args: &Serve, site: Arc<Site>, game: Option<String>) -> Outcome {
    let address = if args.network { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    let listener = listen(address, args.port).await?;
    let port = listener.local_addr().map_err(|it| it.to_string())?.port();
    println!("House Rules: http://127.0.0.1:{port}/");
    let network = if args.network { own_address() } else { None };
    if let Some(it) = network {
        println!("On your network: http://{it}:{port}/");
    }
    if let Some(game) = game {
        let made = site.make(&game).await?;
        let part = |name: &str| made[name].as_str().unwrap_or_default().to_owned();
        let parts = ["code", "owner", "join", "watch"].map(part).join("/");
        let here = network.unwrap_or(Ipv4Addr::LOCALHOST.into());
        println!("Your room: http://{here}:{port}/room.html#{parts}");
    }
    let listener = listener.tap_io(|it| drop(it.set_nodelay(true)));
    axum::serve(listener, router(site)).await.map_err(|it| it.to_string())?;
    Ok(true)
}

/// Listens at a port, or at the first free one.
async fn listen(address: Ipv4Addr, port: Option<u16>) -> Result<TcpListener, String> {
    let mut at = port.unwrap_or(PORT);
    loop {
        match TcpListener::bind((address, at)).await {
            Err(it) if it.kind() == ErrorKind::AddrInUse && port.is_none() && at < PORT + PORTS => at += 1,
            done => return done.map_err(|it| format!("port {at}: {it}")),
        }
    }
}

/// The address of this machine in its network. Nothing is sent to find it.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// The request for a room of a game.
fn request(path: &Path) -> Result<String, String> {
    let file = if path.is_dir() { path.join("game.rules") } else { path.to_owned() };
    let file = file.to_string_lossy();
    Opened::rules(&file)?;
    let text = files::read(&file)?;
    let language = text.language.about().name;
    Ok(json!({ "rules": { "language": language, "source": text.main, "files": text.files } }).to_string())
}

fn page(args: &Serve) -> Result<PathBuf, String> {
    let own = std::env::current_exe().unwrap_or_default();
    let own = own.parent().unwrap_or(Path::new(""));
    let near = || [PathBuf::from("www/dist"), own.join("../../www/dist"), own.join("page")].into_iter();
    let found = args.page.clone().or_else(|| near().find(|it| it.join("room.html").is_file()));
    found.ok_or_else(|| {
        "the built page is not here: build it with `npm run build`, and name its folder: `--page www/dist`".to_owned()
    })
}

/// The file of the rooms, in a folder that is there.
fn data(args: &Serve) -> Result<PathBuf, String> {
    let own = || Some(std::env::home_dir()?.join(".local/share/house-rules/rooms.sqlite"));
    let file = args.data.clone().or_else(own).ok_or("there is no home folder: name a file with `--data`")?;
    let folder = file.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder).map_err(|it| format!("{}: {it}", folder.display()))?;
    Ok(file)
}
