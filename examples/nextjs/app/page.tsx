// Read when a page is asked for, so that the address of the service need not be known to the build.
export const dynamic = 'force-dynamic';

export default function Page() {
  return (
    <main>
      <h1>Tidydesk</h1>
      <form method="post" action="/api/signup">
        <label htmlFor="email">Email</label>
        <input id="email" name="email" type="email" required />
        <button type="submit">Sign up</button>
      </form>
    </main>
  );
}
