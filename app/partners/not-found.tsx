export { default } from "../join/not-found";
