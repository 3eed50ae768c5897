import { Link, type LinkProps } from 'react-router-dom';
import './text-link.css';

/** A link in running text or in a cell of a table. Plain CSS for speed: a list has three per row. */
export const TextLink = (props: LinkProps) => <Link className="enlace" {...props} />;
