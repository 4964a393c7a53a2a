/** The list that stands on the page, whichever it is: keys lead to it. */
export const GRID_ID = 'agreement-list';
