//! The check of requests: only those of our own page, on our own address, with the token, are
//! answered.
//!
//! The server listens on the loopback address only, but every page in the browser can reach it, and
//! so can every user of the machine. The checks of `Host` stop DNS rebinding, those of `Origin` and
//! `Sec-Fetch-Site` other pages, and the token all who do not have the address that was printed.

use hyper::{
    HeaderMap, Method, StatusCode, Uri,
    header::{self, HeaderName, HeaderValue},
};

/// The reason why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    pub(super) kind: &'static str,
    pub(super) message: &'static str,
}

const fn refusal(status: StatusCode, kind: &'static str, message: &'static str) -> Refusal {
    Refusal { status, kind, message }
}

const WRONG_HOST: Refusal =
    refusal(StatusCode::FORBIDDEN, "host", "the Host header is not the address of this board");
const FOREIGN: Refusal =
    refusal(StatusCode::FORBIDDEN, "origin", "the request comes from another page");
const NO_TOKEN: Refusal = refusal(
    StatusCode::FORBIDDEN,
    "token",
    "the token is missing or wrong: open the address that the program printed",
);
const WRONG_METHOD: Refusal =
    refusal(StatusCode::METHOD_NOT_ALLOWED, "method", "no address takes this method");
const NOT_JSON: Refusal = refusal(
    StatusCode::UNSUPPORTED_MEDIA_TYPE,
    "content-type",
    "the Content-Type is not application/json",
);

/// The header of the token.
const TOKEN: HeaderName = HeaderName::from_static("x-token");

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The policy of the page: only its own files, no inline scripts or styles, no frames.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; media-src 'self'; font-src 'self'; \
    manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'";

/// The address and the token that requests must have.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    port: u16,
    token: String,
}

impl Guard {
    /// A guard of the server on this port, with a new token of 128 random bits.
    pub(super) fn new(port: u16) -> Guard {
        Guard { port, token: format!("{:032x}", rand::random::<u128>()) }
    }

    /// The address of the page. The token is in the fragment, which browsers do not send.
    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/#token={}", self.port, self.token)
    }

    /// Checks everything but the body of a request.
    ///
    /// # Errors
    /// The reason why it is refused.
    pub(super) fn check(
        &self,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Result<(), Refusal> {
        let host = single(headers, &header::HOST).filter(|host| self.is_own(host));
        let host = host.filter(|_| uri.authority().is_none()).ok_or(WRONG_HOST)?;
        if ![Method::GET, Method::HEAD, Method::POST].contains(method) {
            return Err(WRONG_METHOD);
        }
        let is_change = *method == Method::POST;
        let is_api = uri.path().starts_with("/api/");
        let origin = headers.get(header::ORIGIN);
        let is_own_origin = single(headers, &header::ORIGIN)
            .is_some_and(|origin| origin.strip_prefix("http://") == Some(host));
        if (origin.is_some() || is_change) && !is_own_origin {
            return Err(FOREIGN);
        }
        let site = headers.get(FETCH_SITE).map(HeaderValue::as_bytes);
        // The page itself may be opened from anywhere: it shows nothing without the token.
        let is_page = uri.path() == "/" && !is_change;
        let is_own_site = match site {
            None | Some(b"same-origin") => true,
            Some(b"none") => !is_api,
            Some(_) => is_page,
        };
        if !is_own_site {
            return Err(FOREIGN);
        }
        if is_api && !single(headers, &TOKEN).is_some_and(|token| is_same(token, &self.token)) {
            return Err(NO_TOKEN);
        }
        if is_change && uri.path() == "/api/action" && !is_json(headers) {
            return Err(NOT_JSON);
        }
        Ok(())
    }

    fn is_own(&self, host: &str) -> bool {
        ["127.0.0.1", "localhost"].iter().any(|name| match host.strip_prefix(name) {
            Some("") => self.port == 80,
            Some(rest) => rest.strip_prefix(':') == Some(&self.port.to_string()),
            None => false,
        })
    }
}

/// The value of a header that occurs once.
fn single<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    if values.next().is_some() { None } else { value.to_str().ok() }
}

/// Compares in a time that does not depend on where the texts differ.
fn is_same(given: &str, expected: &str) -> bool {
    let pairs = given.bytes().zip(expected.bytes());
    let difference = pairs.fold(0, |difference, (a, b)| difference | (a ^ b));
    given.len() == expected.len() && std::hint::black_box(difference) == 0
}

fn is_json(headers: &HeaderMap) -> bool {
    single(headers, &header::CONTENT_TYPE)
        .and_then(|kind| kind.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// The headers of every response.
pub(super) fn protect(headers: &mut HeaderMap) {
    let rows = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in rows {
        headers.insert(name, HeaderValue::from_static(value));
    }
    let cache = HeaderValue::from_static("no-cache");
    headers.entry(header::CACHE_CONTROL).or_insert(cache);
}

#[cfg(test)]
mod tests {
    use super::*;

    const PORT: u16 = 4321;
    const OWN: &str = "http://127.0.0.1:4321";

    fn check(method: &Method, path: &str, rows: &[(&str, &str)]) -> Result<(), &'static str> {
        let guard = Guard { port: PORT, token: "secret".to_owned() };
        let mut headers = HeaderMap::new();
        for (name, value) in rows {
            let name: HeaderName = name.parse().expect("a name");
            headers.append(name, value.parse().expect("a value"));
        }
        let uri = path.parse().expect("a path");
        guard.check(method, &uri, &headers).map_err(|refusal| refusal.kind)
    }

    #[test]
    fn only_the_own_host_is_answered() {
        for host in ["127.0.0.1:4321", "localhost:4321"] {
            assert_eq!(check(&Method::GET, "/", &[("host", host)]), Ok(()));
        }
        for host in ["evil.example:4321", "127.0.0.1", "127.0.0.1:80", "localhost:43210", ""] {
            assert_eq!(check(&Method::GET, "/", &[("host", host)]), Err("host"), "{host}");
        }
        assert_eq!(check(&Method::GET, "/", &[]), Err("host"));
        let twice = [("host", "localhost:4321"), ("host", "localhost:4321")];
        assert_eq!(check(&Method::GET, "/", &twice), Err("host"));
        let absolute = "http://evil.example/";
        assert_eq!(check(&Method::GET, absolute, &[("host", "localhost:4321")]), Err("host"));
    }

    #[test]
    fn other_methods_were_called_requests_of_another_page() {
        let host = [("host", "127.0.0.1:4321")];
        assert_eq!(check(&Method::HEAD, "/", &host), Ok(()));
        assert_eq!(check(&Method::HEAD, "/api/record", &host), Err("token"));
        assert_eq!(check(&Method::POST, "/", &host), Err("origin"));
        for method in [Method::PUT, Method::OPTIONS, Method::DELETE] {
            assert_eq!(check(&method, "/", &host), Err("method"), "{method}");
            assert_eq!(check(&method, "/", &[]), Err("host"), "{method}");
        }
    }

    #[test]
    fn the_api_needs_token_and_own_origin() {
        let host = ("host", "127.0.0.1:4321");
        let token = ("x-token", "secret");
        let json = ("content-type", "application/json");
        let post = |rows: &[(&str, &str)]| check(&Method::POST, "/api/action", rows);
        assert_eq!(post(&[host, token, json, ("origin", OWN)]), Ok(()));
        assert_eq!(post(&[host, token, json]), Err("origin"));
        for origin in
            ["http://evil.example", "http://localhost:4321", "null", "https://127.0.0.1:4321"]
        {
            assert_eq!(post(&[host, token, json, ("origin", origin)]), Err("origin"), "{origin}");
        }
        for token in ["", "secreT", "secret2", "secre"] {
            let rows = [host, ("x-token", token), json, ("origin", OWN)];
            assert_eq!(post(&rows), Err("token"), "{token}");
        }
        assert_eq!(post(&[host, json, ("origin", OWN)]), Err("token"));
        let text = ("content-type", "text/plain");
        assert_eq!(post(&[host, token, text, ("origin", OWN)]), Err("content-type"));
        assert_eq!(check(&Method::GET, "/api/record", &[host]), Err("token"));
    }

    #[test]
    fn other_pages_are_refused_by_the_site_of_the_request() {
        let host = ("host", "127.0.0.1:4321");
        let get = |path, site| {
            check(&Method::GET, path, &[host, ("x-token", "secret"), ("sec-fetch-site", site)])
        };
        assert_eq!(get("/", "cross-site"), Ok(()));
        assert_eq!(get("/assets/main.js", "same-origin"), Ok(()));
        assert_eq!(get("/assets/main.js", "same-site"), Err("origin"));
        assert_eq!(get("/api/record", "same-origin"), Ok(()));
        assert_eq!(get("/api/record", "none"), Err("origin"));
    }
}
