import HTTPServing
import PhotoLibrary
import Platform

/// The page behind a selection's `pickerURL`, `/pick/{id}`, with what belongs to it.
struct PickerPage: Sendable {
    /// Nothing but what this server gives, and no script or style in the page itself.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
        + "form-action 'none'"

    let selections: SelectionKeeper
    let tokens: TokenKeeper
    let page: [UInt8]
    let style: [UInt8]
    let script: [UInt8]

    func add(to router: inout Router) {
        router.addDocument(
            "/pick/{id}", type: "text/html", page, ["Content-Security-Policy": Self.policy], query: ["token"]
        ) { request, parameters throws(HTTPProblem) in
            guard let id = SelectionID(parameters["id"]), selections.snapshot(of: id) != nil else {
                throw .noSelection
            }
            guard let text = Parameters(request)["token"] else { return nil }
            guard tokens.selection(ofToken: text)?.id == id else {
                throw .notFound("the link is not whole, or has expired")
            }
            return HTTPResponse(
                .seeOther,
                fields: [
                    "Location": "/pick/\(id)", "Set-Cookie": SessionCookie.field(text, for: request),
                    "Cache-Control": "no-store", "Referrer-Policy": "no-referrer",
                ])
        }
        router.addDocument("/pick.css", type: "text/css", style)
        router.addDocument("/pick.js", type: "text/javascript", script)
    }
}
