/** Not part of the interface: the JSON line in which our sandbox prints its URLs and credentials at startup. */
export interface SandboxLine {
  readonly base_url: string;
  readonly token_url: string;
  readonly authorization_url: string;
  readonly issuer: string;
  readonly revocation_url: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly users: readonly {
    readonly username: string;
    readonly password: string;
    readonly roles: readonly string[];
  }[];
}
