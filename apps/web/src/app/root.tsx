import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useTitle } from '../lib/title.js';

/** The application root only renders the current route; it keeps the tab's title and scrolls to the top on navigation. */
export function Root() {
  const { pathname } = useLocation();
  useTitle();
  useEffect(() => {
    // Keep the braces: newer browsers return a promise from scrollTo, and React would take it for a clean-up function.
    void window.scrollTo(0, 0);
  }, [pathname]);
  return <Outlet />;
}
