/** Beside a list too: whoever has keys or webhooks already still looks up calls and fields. */
export const ApiDescription = () => <a href="/machine/openapi.json">The API description</a>;
