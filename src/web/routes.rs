//! The answers to requests.

use std::{
    convert::Infallible,
    sync::Arc,
    time::{Duration, Instant},
};

use http_body_util::{BodyExt, Either, Full, LengthLimitError, Limited};
use hyper::{
    Method, Request, Response, StatusCode,
    body::{Body, Bytes, Incoming},
    header::{self, HeaderValue},
};
use serde_json::json;
use tokio::{sync::oneshot, time::timeout};

use super::{
    action::PageAction,
    context::Context,
    events::EventStream,
    guard::{Refusal, protect},
    session::{Input, Refused, Reply, Request as SessionRequest},
};

type ResponseBody = Either<Full<Bytes>, EventStream>;

/// Maximum length of a body, in bytes.
const MAX_BODY_LEN: usize = 64 << 20;

/// Maximum length of an action, in bytes: a long comment.
const MAX_ACTION_LEN: usize = 8 << 20;

/// Time in which a body must arrive.
const BODY_TIMEOUT: Duration = Duration::from_secs(60);

/// Answers a request.
pub(super) async fn respond(
    request: Request<Incoming>,
    context: Arc<Context>,
) -> Result<Response<ResponseBody>, Infallible> {
    let checked = context.guard.check(request.method(), request.uri(), request.headers());
    let mut response = match checked {
        Ok(()) => answer(request, &context).await,
        Err(Refusal { status, kind, message }) => {
            let mut response = match status {
                StatusCode::METHOD_NOT_ALLOWED => wrong_method(methods(request.uri().path())),
                _ => error(status, kind, message),
            };
            // The rest of a refused request is not read.
            let close = HeaderValue::from_static("close");
            response.headers_mut().insert(header::CONNECTION, close);
            response
        }
    };
    protect(response.headers_mut());
    Ok(response)
}

/// The methods that an address takes. The server itself leaves out the body for HEAD.
fn methods(path: &str) -> &'static str {
    match path {
        "/api/action" | "/api/open" => "POST",
        // HEAD would be one more page that shows the board.
        "/api/events" => "GET",
        _ => "GET, HEAD",
    }
}

async fn answer(request: Request<Incoming>, context: &Context) -> Response<ResponseBody> {
    let path = request.uri().path().to_owned();
    let method = match (request.method(), path.as_str()) {
        (&Method::HEAD, path) if path != "/api/events" => Method::GET,
        (method, _) => method.clone(),
    };
    match (&method, path.as_str()) {
        (&Method::GET, "/") => asset(context, "index.html", &request),
        (&Method::GET, "/favicon.ico") => asset(context, "favicon.svg", &request),
        (&Method::GET, "/api/events") => events(context),
        (&Method::GET, "/api/record") => ask(context, SessionRequest::Record).await,
        (&Method::GET, "/api/tree") => ask(context, SessionRequest::Tree).await,
        (&Method::GET, "/api/games") => ask(context, SessionRequest::Games).await,
        (&Method::GET, "/api/catalog") => ask(context, SessionRequest::Catalog).await,
        (&Method::POST, "/api/action") => action(request, context).await,
        (&Method::POST, "/api/open") => open(request, context).await,
        (_, "/api/action" | "/api/open") => wrong_method(methods(&path)),
        (&Method::GET, path) => match path.strip_prefix("/assets/") {
            Some(name) => asset(context, name, &request),
            None => error(StatusCode::NOT_FOUND, "path", "there is nothing at this address"),
        },
        _ => wrong_method(methods(&path)),
    }
}

fn asset(context: &Context, name: &str, request: &Request<Incoming>) -> Response<ResponseBody> {
    let Some(asset) = context.assets.get(name) else {
        return error(StatusCode::NOT_FOUND, "path", "there is no such file of the page");
    };
    let known = request.headers().get(header::IF_NONE_MATCH).map(HeaderValue::as_bytes);
    let is_known = known == Some(asset.tag.as_bytes());
    let (status, bytes) = match is_known {
        true => (StatusCode::NOT_MODIFIED, Bytes::new()),
        false => (StatusCode::OK, asset.bytes),
    };
    let mut response = response(status, asset.kind, bytes);
    let tag = asset.tag.parse().expect("hexadecimal digits");
    response.headers_mut().insert(header::ETAG, tag);
    response
}

fn events(context: &Context) -> Response<ResponseBody> {
    let (sender, stream) = EventStream::new();
    if context.session.send(Input::Page(sender)).is_err() {
        return gone();
    }
    let mut response = Response::new(Either::Right(stream));
    let kind = HeaderValue::from_static("text/event-stream");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    let cache = HeaderValue::from_static("no-store");
    response.headers_mut().insert(header::CACHE_CONTROL, cache);
    response
}

async fn action(request: Request<Incoming>, context: &Context) -> Response<ResponseBody> {
    let bytes = match body(request, MAX_ACTION_LEN).await {
        Ok(bytes) => bytes,
        Err(response) => return response,
    };
    match serde_json::from_slice::<PageAction>(&bytes) {
        Ok(action) => ask(context, SessionRequest::Action(Box::new(action))).await,
        Err(reason) => error(StatusCode::BAD_REQUEST, "action", &reason.to_string()),
    }
}

async fn open(request: Request<Incoming>, context: &Context) -> Response<ResponseBody> {
    let query = request.uri().query().unwrap_or_default().to_owned();
    let bytes = match body(request, MAX_BODY_LEN).await {
        Ok(bytes) => bytes,
        Err(response) => return response,
    };
    let name = parameter(&query, "name");
    let charset = parameter(&query, "charset");
    ask(context, SessionRequest::Open { name, charset, bytes: bytes.to_vec() }).await
}

/// A parameter of a query, decoded.
fn parameter(query: &str, name: &str) -> Option<String> {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.into_iter().find(|(key, _)| *key == name)?;
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.bytes();
    while let Some(byte) = rest.next() {
        let digit = |byte: Option<u8>| (byte? as char).to_digit(16).map(|digit| digit as u8);
        bytes.push(match byte {
            b'%' => 16 * digit(rest.next())? + digit(rest.next())?,
            b'+' => b' ',
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok().filter(|text| !text.is_empty())
}

/// Reads a body, or returns the response that refuses it.
async fn body(request: Request<Incoming>, max_len: usize) -> Result<Bytes, Response<ResponseBody>> {
    let too_large = || {
        let message = format!("the body is larger than {} MiB", max_len >> 20);
        error(StatusCode::PAYLOAD_TOO_LARGE, "size", &message)
    };
    if request.body().size_hint().lower() > max_len as u64 {
        return Err(too_large());
    }
    let body = Limited::new(request.into_body(), max_len).collect();
    match timeout(BODY_TIMEOUT, body).await {
        Ok(Ok(collected)) => Ok(collected.to_bytes()),
        Ok(Err(reason)) if reason.is::<LengthLimitError>() => Err(too_large()),
        Ok(Err(_)) => Err(error(StatusCode::BAD_REQUEST, "body", "the body is incomplete")),
        Err(_) => Err(error(StatusCode::REQUEST_TIMEOUT, "time", "the body came too slowly")),
    }
}

/// Asks the session.
async fn ask(context: &Context, request: SessionRequest) -> Response<ResponseBody> {
    let (sender, reply) = oneshot::channel();
    if context.session.send(Input::Request(request, Instant::now(), sender)).is_err() {
        return gone();
    }
    match reply.await {
        Ok(Ok(Reply::Done { version })) => {
            json_response(StatusCode::OK, &json!({"ok": true, "version": version}))
        }
        Ok(Ok(Reply::Json(text))) => response(StatusCode::OK, "application/json", text.into()),
        Ok(Ok(Reply::Text(text))) => {
            response(StatusCode::OK, "application/x-go-sgf; charset=utf-8", text.into())
        }
        Ok(Err(refused)) => refuse(&refused),
        Err(_) => gone(),
    }
}

fn refuse(refused: &Refused) -> Response<ResponseBody> {
    let status = if refused.is_conflict { StatusCode::CONFLICT } else { StatusCode::BAD_REQUEST };
    json_response(status, &json!({ "error": refused }))
}

fn wrong_method(expected: &'static str) -> Response<ResponseBody> {
    let message = format!("this address takes {expected} only");
    let mut response = error(StatusCode::METHOD_NOT_ALLOWED, "method", &message);
    response.headers_mut().insert(header::ALLOW, HeaderValue::from_static(expected));
    response
}

fn gone() -> Response<ResponseBody> {
    error(StatusCode::SERVICE_UNAVAILABLE, "end", "the program is ending")
}

fn error(status: StatusCode, kind: &str, message: &str) -> Response<ResponseBody> {
    json_response(status, &json!({"error": {"kind": kind, "message": message}}))
}

fn json_response(status: StatusCode, value: &serde_json::Value) -> Response<ResponseBody> {
    response(status, "application/json", value.to_string().into())
}

fn response(status: StatusCode, kind: &'static str, bytes: Bytes) -> Response<ResponseBody> {
    let mut response = Response::new(Either::Left(Full::new(bytes)));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_decoded() {
        let query = "name=a%20b+%E5%9B%B2.sgf&charset=GBK&empty=";
        assert_eq!(parameter(query, "name").as_deref(), Some("a b 囲.sgf"));
        assert_eq!(parameter(query, "charset").as_deref(), Some("GBK"));
        assert_eq!(parameter(query, "empty"), None);
        assert_eq!(parameter("name=%e", "name"), None);
        assert_eq!(parameter("name=%ff", "name"), None);
    }
}
